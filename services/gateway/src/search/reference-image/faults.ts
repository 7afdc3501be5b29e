import { QUERY_IMAGE_BYTES_MAX } from '@imagesearch/facets/limits';
import { AppError } from '@imagesearch/service-kit/errors';

/** One kind covers all faults of the network, so that a private address reads like an unreachable one. */
export type ReferenceImageFault =
  'image_url_forbidden' | 'image_url_unreachable' | 'image_too_large' | 'image_format';

/** @param cause Logged, never sent. */
export function fault(type: ReferenceImageFault, cause?: unknown): AppError {
  const { msg, ctx } = FAULTS[type];
  const issue = { loc: ['body', 'image_url'], msg, type, ...(ctx && { ctx }) };
  return new AppError('invalid_request', msg, { issues: [issue], ...(cause !== undefined && { cause }) });
}

const FAULTS: Record<ReferenceImageFault, { msg: string; ctx?: Record<string, unknown> }> = {
  image_url_forbidden: {
    msg:
      'Send a public https address on port 443: a host name and no IP address, no user name or password, ' +
      'at most 2,048 characters, each redirect alike.',
  },
  image_url_unreachable: { msg: 'No picture could be fetched from this address.' },
  image_too_large: { msg: 'The picture is larger than 5 MiB.', ctx: { bytes_max: QUERY_IMAGE_BYTES_MAX } },
  image_format: { msg: 'What this address answers is not a JPEG, PNG or WebP file.' },
};
