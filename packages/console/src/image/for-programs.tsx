import type { ShownImage } from '../api/types.js';
import { assetCurl } from '../search/curl.js';
import { CopyButton } from '../ui/copy-button.js';

/** The same image for a program: the request, and what the API says. */
export function ForPrograms({ image }: { image: ShownImage }) {
  const request = assetCurl(location.origin, image.asset_id);
  const json = JSON.stringify(image, null, 2);
  return (
    <section aria-label="For programs" className="for-programs">
      <h3 className="section-title">For programs</h3>
      <pre className="code" tabIndex={0} aria-label="Request as curl">
        {request}
      </pre>
      <details>
        <summary>Answer as JSON</summary>
        <pre className="code" tabIndex={0} aria-label="Answer as JSON">
          {json}
        </pre>
      </details>
      <div className="copy-row">
        <CopyButton label="Copy curl" text={() => request} />
        <CopyButton label="Copy JSON" text={() => json} />
      </div>
    </section>
  );
}
