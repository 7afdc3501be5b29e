import type {
  Asset as WireAsset,
  AssetMetadata,
  Rights as WireRights,
  Signals as WireSignals,
} from '@imagesearch/contracts/messages';
import type { RightsClient } from '@imagesearch/contracts/rights';
import { SIDES, type Side } from '@imagesearch/facets/facets';
import { EVIDENCE, SIGNATURES, type Provenance, type UseFacts } from '@imagesearch/facets/provenance';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';

/** What the pixels say about how an image looks; null is unknown. */
export interface Signals {
  luminance: number | null;
  monochrome: boolean | null;
  palette: string[];
  negSpace: Side[];
  faces: number | null;
  aspect: number | null;
  /** What a classifier takes the image for, the likeliest first. */
  shows: Shown[];
}

interface Shown {
  name: string;
  /** 0 to 1. */
  confidence: number;
}

/** Rights as the source declares them; null is unsettled and never a permission. */
export interface Rights {
  license: string;
  licenseVerbatim: string;
  commercial: boolean | null;
  attributionRequired: boolean | null;
  derivatives: boolean | null;
  shareAlike: boolean | null;
  attribution: string | null;
  provenanceUrl: string;
  basis: string;
  delivery: 'host' | 'link';
}

export interface Asset {
  assetId: string;
  title: string;
  tags: string[];
  description: string;
  source: string;
  creator: string | null;
  /** Known to be generated. */
  aiGenerated: boolean;
  provenance: Provenance;
  facts: UseFacts;
  /** When the image was made (ISO 8601), as precise as it is known. */
  created: string | null;
  /** Whether the file says where it was taken; null is unknown. */
  hasLocation: boolean | null;
  /** Pixels, after EXIF orientation. */
  width: number;
  height: number;
  format: string;
  signals: Signals;
  rights: Rights;
}

export interface Catalogue {
  /** In the order asked for, without unknown and withdrawn ones. */
  assets(assetIds: readonly string[], call: CallContext): Promise<Asset[]>;
  /** The same, without the changes of at most the last 2 seconds. */
  recentAssets(assetIds: readonly string[], call: CallContext): Promise<Asset[]>;
}

/** The rights service as the search sees it. */
export function createCatalogue(client: Pick<RightsClient, 'getAssets'>): Catalogue {
  const find = async (assetIds: readonly string[], mayBeRecent: boolean, call: CallContext) => {
    const { assets } = await client.getAssets({ assetIds: [...assetIds], mayBeRecent }, call);
    return assets.map(assetFromWire);
  };
  return {
    assets: (assetIds, call) => find(assetIds, false, call),
    recentAssets: (assetIds, call) => find(assetIds, true, call),
  };
}

/** @throws AppError `internal` when a required part is missing on the wire. */
function assetFromWire(wire: WireAsset): Asset {
  const { metadata, rights } = wire;
  if (!metadata || !rights)
    throw new AppError('internal', 'The rights service answered with half of an asset.');
  return {
    assetId: metadata.assetId,
    title: metadata.title,
    tags: metadata.tags,
    description: metadata.description,
    source: wire.source,
    creator: metadata.creator ?? null,
    aiGenerated: metadata.aiGenerated,
    provenance: provenanceFromWire(metadata.provenance),
    facts: factsFromWire(metadata.facts),
    created: metadata.created ?? null,
    hasLocation: metadata.hasLocation ?? null,
    width: metadata.width,
    height: metadata.height,
    format: metadata.format,
    signals: signalsFromWire(metadata.signals),
    rights: rightsFromWire(rights),
  };
}

function provenanceFromWire(wire: AssetMetadata['provenance']): Provenance {
  return {
    statements: (wire?.statements ?? []).flatMap(({ evidence, ai = null, kind = null }) => {
      const known = EVIDENCE.find((name) => name === evidence);
      return known === undefined ? [] : [{ evidence: known, ai, kind }];
    }),
    signature: SIGNATURES.find((name) => name === wire?.signature) ?? null,
    claimGenerator: wire?.claimGenerator ?? null,
    createdAt: wire?.createdAt ?? null,
  };
}

function factsFromWire(wire: AssetMetadata['facts']): UseFacts {
  return {
    training: wire?.training ?? null,
    modelRelease: wire?.modelRelease ?? null,
    propertyRelease: wire?.propertyRelease ?? null,
    editorialOnly: wire?.editorialOnly ?? null,
    sensitive: wire?.sensitive ?? null,
    licensorUrl: wire?.licensorUrl ?? null,
  };
}

function signalsFromWire(wire: WireSignals | null): Signals {
  return {
    luminance: wire?.luminance ?? null,
    monochrome: wire?.monochrome ?? null,
    palette: wire?.palette ?? [],
    negSpace: SIDES.filter((side) => wire?.negSpace.includes(side)),
    faces: wire?.faces ?? null,
    aspect: wire?.aspect ?? null,
    shows: wire?.shows ?? [],
  };
}

function rightsFromWire(wire: WireRights): Rights {
  return {
    license: wire.license,
    licenseVerbatim: wire.licenseVerbatim,
    commercial: wire.commercial ?? null,
    attributionRequired: wire.attributionRequired ?? null,
    derivatives: wire.derivatives ?? null,
    shareAlike: wire.shareAlike ?? null,
    attribution: wire.attribution ?? null,
    provenanceUrl: wire.provenanceUrl,
    basis: wire.basis,
    delivery: wire.delivery === 'link' ? 'link' : 'host',
  };
}
