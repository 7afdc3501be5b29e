import type { ProtoGrpcType } from './generated/rights.js';
import type { Asset, AssetInput } from './generated/imagesearch/rights/v1/Asset.js';
import { loadProto } from './load-proto.js';

const message = loadProto<ProtoGrpcType>('imagesearch/rights/v1/rights.proto').imagesearch.rights.v1.Asset;

/** An asset in the form in which the rights service passes it on. */
export function packAsset(asset: AssetInput): Buffer {
  return message.serialize(asset);
}

/** @throws Error for other bytes. */
export function unpackAsset(packed: Buffer): Asset {
  return message.deserialize(packed);
}
