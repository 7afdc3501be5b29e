import type { ConvertedFormat } from '@imagesearch/service-kit/image/converted-format';
import type { ImageFormat } from '@imagesearch/service-kit/image/image-format';
import type { AssetSummary, RecordedState } from '../domain/asset-store.js';
import type {
  Asset,
  AssetFiles,
  AssetState,
  Content,
  Declarer,
  Delivery,
  Signals,
  StoredAsset,
} from '../domain/asset.js';
import { RIGHTS_BASIS } from '../domain/license/rights.js';

/** A row of `rights.assets` as `pg` reads it; bigint arrives as text. */
export interface AssetRow {
  asset_id: string;
  title: string;
  tags: string[];
  description: string;
  creator: string | null;
  creator_url: string | null;
  ai_generated: boolean;
  license: string;
  license_verbatim: string;
  commercial: boolean | null;
  derivatives: boolean | null;
  share_alike: boolean | null;
  attribution_required: boolean | null;
  attribution: string | null;
  provenance_url: string;
  delivery: Delivery;
  link_url: string | null;
  width: number;
  height: number;
  format: ImageFormat;
  signals: Signals;
  content_version: string;
  original_format: ConvertedFormat | null;
  created: string | null;
  declared_by: Declarer;
}

export interface FilesRow {
  asset_id: string;
  delivery: Delivery;
  link_url: string | null;
  format: ImageFormat;
  original_format: ConvertedFormat | null;
  content_sha256: string | null;
  content_bytes: string | null;
}

export interface SummaryRow {
  asset_id: string;
  source: string;
  content_version: string;
  state: AssetState;
  updated_at: Date;
}

export interface EventRow {
  state: RecordedState;
  actor: string;
  reason: string;
  at: Date;
}

export interface CountRow {
  source: string;
  active: string;
  withdrawn: string;
}

type WrittenRow = Omit<AssetRow, 'asset_id' | 'signals'> & {
  signals: string;
  content_sha256: string | null;
  content_bytes: number | null;
  fingerprint: string;
};

/** The columns that a search's answer needs. */
export const ASSET_COLUMNS = [
  'asset_id',
  'title',
  'tags',
  'description',
  'creator',
  'creator_url',
  'ai_generated',
  'license',
  'license_verbatim',
  'commercial',
  'derivatives',
  'share_alike',
  'attribution_required',
  'attribution',
  'provenance_url',
  'delivery',
  'link_url',
  'width',
  'height',
  'format',
  'signals',
  'content_version',
  'original_format',
  'created',
  'declared_by',
] as const satisfies (keyof AssetRow)[];

/** The columns that ingestion writes, except the id and the source. */
export const WRITTEN_COLUMNS = [
  ...ASSET_COLUMNS.filter((column) => column !== 'asset_id'),
  'content_sha256',
  'content_bytes',
  'fingerprint',
] as const satisfies (keyof WrittenRow)[];

export function toRow({ description, rights, content, fingerprint }: StoredAsset): WrittenRow {
  return {
    title: description.title,
    tags: description.tags,
    description: description.description,
    creator: description.creator,
    creator_url: description.creatorUrl,
    ai_generated: description.aiGenerated,
    license: rights.license,
    license_verbatim: rights.licenseVerbatim,
    commercial: rights.commercial,
    derivatives: rights.derivatives,
    share_alike: rights.shareAlike,
    attribution_required: rights.attributionRequired,
    attribution: rights.attribution,
    provenance_url: description.provenanceUrl,
    delivery: description.delivery,
    link_url: description.linkUrl,
    width: description.width,
    height: description.height,
    format: description.format,
    signals: JSON.stringify(description.signals),
    content_version: description.contentVersion,
    original_format: description.originalFormat,
    created: description.created,
    declared_by: description.declaredBy,
    content_sha256: content?.sha256 ?? null,
    content_bytes: content?.bytes ?? null,
    fingerprint,
  };
}

export function toAsset(row: AssetRow): Asset {
  return {
    description: {
      assetId: row.asset_id,
      title: row.title,
      tags: row.tags,
      description: row.description,
      creator: row.creator,
      creatorUrl: row.creator_url,
      licenseVerbatim: row.license_verbatim,
      provenanceUrl: row.provenance_url,
      aiGenerated: row.ai_generated,
      delivery: row.delivery,
      linkUrl: row.link_url,
      width: row.width,
      height: row.height,
      format: row.format,
      signals: row.signals,
      contentVersion: row.content_version,
      originalFormat: row.original_format,
      created: row.created,
      declaredBy: row.declared_by,
    },
    rights: {
      license: row.license,
      licenseVerbatim: row.license_verbatim,
      commercial: row.commercial,
      derivatives: row.derivatives,
      shareAlike: row.share_alike,
      attributionRequired: row.attribution_required,
      attribution: row.attribution,
      provenanceUrl: row.provenance_url,
      basis: RIGHTS_BASIS[row.declared_by],
      delivery: row.delivery,
    },
  };
}

export function toAssetFiles(row: FilesRow): AssetFiles {
  return {
    assetId: row.asset_id,
    delivery: row.delivery,
    linkUrl: row.link_url,
    format: row.format,
    originalFormat: row.original_format,
    content: contentOf(row),
  };
}

export function toSummary(row: SummaryRow): AssetSummary {
  return {
    assetId: row.asset_id,
    source: row.source,
    contentVersion: row.content_version,
    state: row.state,
    updatedAt: row.updated_at,
  };
}

function contentOf({ content_sha256: sha256, content_bytes: bytes }: FilesRow): Content | null {
  return sha256 === null ? null : { sha256, bytes: Number(bytes) };
}
