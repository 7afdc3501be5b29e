import type { Usage } from '../api/types.js';

const SHOWN_MAX = 8;
const STATUSES: Record<Usage['searches'][number]['status'], string> = {
  answered: 'answered',
  failed: 'failed',
  in_flight: 'in progress',
};

export function LatestSearches({ searches }: { searches: Usage['searches'] }) {
  return (
    <section aria-label="Latest searches">
      <h3 className="section-title">Latest searches</h3>
      {searches.length === 0 ? (
        <p className="quiet">None in this period.</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col">Result</th>
              <th scope="col">Credits</th>
            </tr>
          </thead>
          <tbody>
            {searches
              .slice(0, SHOWN_MAX)
              .map(({ query_id, created_at, endpoint, status, credits_charged }) => (
                <tr key={query_id}>
                  <td>
                    <time dateTime={created_at}>{whenOf(created_at)}</time>
                  </td>
                  <td>{endpoint}</td>
                  <td>{STATUSES[status]}</td>
                  <td>{credits_charged}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function whenOf(text: string): string {
  return new Date(text).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}
