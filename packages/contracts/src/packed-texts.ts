import type { Texts, TextsInput } from './generated/imagesearch/common/v1/Texts.js';
import type { ProtoGrpcType } from './generated/retrieval.js';
import { loadProto } from './load-proto.js';

const message = loadProto<ProtoGrpcType>('imagesearch/retrieval/v1/retrieval.proto').imagesearch.common.v1
  .Texts;

/** Texts of an image in the form in which services pass them on. */
export function packTexts(texts: TextsInput): Buffer {
  return message.serialize(texts);
}

/** @throws Error for other bytes. */
export function unpackTexts(packed: Buffer): Texts {
  return message.deserialize(packed);
}
