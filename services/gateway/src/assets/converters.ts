import type {
  Asset as WireAsset,
  FiltersInput,
  Rights as WireRights,
  Signals as WireSignals,
} from '@imagesearch/contracts/messages';
import type { Asset, Rights, Signals } from './asset.js';
import { AppError } from '@imagesearch/service-kit/errors';
import { SIDES } from '@imagesearch/facets/facets';
import type { Filters } from '@imagesearch/facets/filters';
import { BACKENDS, type Backend } from '../search/ports.js';

/** An asset as rights answers it; undefined when a required part is missing on the wire. */
export function assetFromWire(wire: WireAsset): Asset | undefined {
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

/** Filters for the wire: the field names are the same, and absent fields stay absent. */
export function filtersToWire(filters: Filters): FiltersInput {
  return { ...filters };
}

/** @throws AppError `internal` for an engine that this gateway does not know. */
export function backendFromWire(wire: string): Backend {
  const backend = BACKENDS.find((known) => known === wire);
  if (!backend) throw new AppError('internal', `The retrieval service runs on an unknown engine, "${wire}".`);
  return backend;
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
