import { CopyButton } from './copy-button.js';

interface ForProgramsProps {
  /** As curl. */
  request: string;
  answer: object;
}

/** The same for a program: the request, and what the API answers. */
export function ForPrograms({ request, answer }: ForProgramsProps) {
  const json = JSON.stringify(answer, null, 2);
  return (
    <section aria-label="For programs" className="stack">
      <pre className="block code" tabIndex={0} aria-label="Request as curl">
        {request}
      </pre>
      <p className="quiet">The key is read from the variable IMAGE_SEARCH_KEY.</p>
      <details>
        <summary className="quiet">Answer as JSON</summary>
        <pre className="block code" tabIndex={0} aria-label="Answer as JSON">
          {json}
        </pre>
      </details>
      <div className="row">
        <CopyButton label="Copy curl" text={() => request} />
        <CopyButton label="Copy JSON" text={() => json} />
      </div>
    </section>
  );
}
