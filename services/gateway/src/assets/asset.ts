import type {
  Asset as WireAsset,
  Rights as WireRights,
  Signals as WireSignals,
} from '@imagesearch/contracts/messages';
import { unpackAsset } from '@imagesearch/contracts/packed-assets';
import type { RightsClient } from '@imagesearch/contracts/rights';
import { SIDES, type Side } from '@imagesearch/facets/facets';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { UnpackedOnce } from '@imagesearch/service-kit/grpc/unpacked-once';

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
  aiGenerated: boolean;
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

/** About 3,000 assets; with their objects they take some 10 MB. */
const RECENT_BYTES_MAX = 2 * 1024 * 1024;

/** The rights service as the search sees it. */
export function createCatalogue(client: Pick<RightsClient, 'getAssets'>): Catalogue {
  const recent = new UnpackedOnce<Asset>(assetOf, RECENT_BYTES_MAX);
  const find = async (assetIds: readonly string[], mayBeRecent: boolean, call: CallContext) => {
    const request = { assetIds: [...assetIds], mayBeRecent, packed: mayBeRecent };
    const { assets, packedAssets } = await client.getAssets(request, call);
    return mayBeRecent
      ? packedAssets.map((packed) => recent.of(packed))
      : assets.flatMap((asset) => assetFromWire(asset) ?? []);
  };
  return {
    assets: (assetIds, call) => find(assetIds, false, call),
    recentAssets: (assetIds, call) => find(assetIds, true, call),
  };
}

/** @throws AppError `internal` for bytes that are no whole asset. */
function assetOf(packed: Buffer): Asset {
  const asset = assetFromWire(unpackAsset(packed));
  if (asset === undefined) throw new AppError('internal', 'The rights service packed half of an asset.');
  return asset;
}

/** An asset as rights answers it; undefined when a required part is missing on the wire. */
function assetFromWire(wire: WireAsset): Asset | undefined {
  const { metadata, rights } = wire;
  if (!metadata || !rights) return undefined;
  return {
    assetId: metadata.assetId,
    title: metadata.title,
    tags: metadata.tags,
    description: metadata.description,
    source: wire.source,
    creator: metadata.creator ?? null,
    aiGenerated: metadata.aiGenerated,
    width: metadata.width,
    height: metadata.height,
    format: metadata.format,
    signals: signalsFromWire(metadata.signals),
    rights: rightsFromWire(rights),
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
