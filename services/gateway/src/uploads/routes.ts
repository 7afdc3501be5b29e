import type { Request, RequestHandler, Response } from 'express';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { presentAsset, type Addresses } from '../assets/asset-answer.js';
import { assetNotFound, parseAssetId } from '../assets/routes.js';
import { callOf } from '../http/request.js';
import { validateBody } from '../http/validation.js';
import { keyOf } from '../keys/admission.js';
import { editSchema, uploadSchema, type Uploads } from './uploads.js';

/** Of the wait for others; work that has begun takes its own time. */
const TIMEOUT_MS = 60_000;

export interface UploadParts {
  uploads: Uploads;
  addresses: Addresses;
}

/** `POST /v1/asset`: adds an image to those of the account. Free. */
export function uploadRoute({ uploads, addresses }: UploadParts): RequestHandler {
  return async (request, response) => {
    const body = validateBody(uploadSchema, request.body);
    const { asset, isNew } = await uploads.add(keyOf(response), body, callFor(request, response));
    response.status(isNew ? 201 : 200).json(presentAsset(asset, true, undefined, addresses));
  };
}

/** `PATCH /v1/asset/{asset_id}`: changes what is said of an image of the account. Free. */
export function editRoute({ uploads, addresses }: UploadParts): RequestHandler<{ assetId: string }> {
  return async (request, response) => {
    const assetId = parseAssetId(request.params.assetId);
    const edit = validateBody(editSchema, request.body);
    const asset = await uploads.edit(keyOf(response), assetId, edit, callFor(request, response));
    if (!asset) throw assetNotFound(assetId);
    response.json(presentAsset(asset, true, undefined, addresses));
  };
}

/** `DELETE /v1/asset/{asset_id}`: deletes an image of the account for good. Free. */
export function removeRoute({ uploads }: UploadParts): RequestHandler<{ assetId: string }> {
  return async (request, response) => {
    const assetId = parseAssetId(request.params.assetId);
    if (!(await uploads.remove(keyOf(response), assetId, callFor(request, response))))
      throw assetNotFound(assetId);
    response.status(204).end();
  };
}

const callFor = (request: Request<never> | Request, response: Response): CallContext =>
  callOf(request as Request, response, TIMEOUT_MS);
