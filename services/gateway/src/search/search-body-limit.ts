import type { Plan } from '../billing/plans.js';
import { IMAGE_BODY_BYTES_MAX, TEXT_BYTES_MAX, type BodyLimit } from '../http/body-limit.js';

/** Limit of a body of `POST /v1/search`: only a plan with image search allows a body that holds an image. */
export function searchBodyLimit(plan: Plan): BodyLimit {
  if (plan.image_search) return { bytesMax: IMAGE_BODY_BYTES_MAX };
  return { bytesMax: TEXT_BYTES_MAX, ctx: { feature: 'image_search', plan: plan.id } };
}
