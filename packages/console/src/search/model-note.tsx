import { useEffect, useState } from 'react';
import { clientFor } from '../api/client.js';

/** What words find with the model that runs, what it cannot do, and the command that helps. */
export function ModelNote({ apiKey }: { apiKey: string }) {
  const [note, setNote] = useState('');
  useEffect(() => {
    const left = new AbortController();
    clientFor(apiKey)
      .warm({ signal: left.signal })
      .then(
        ({ data }) => setNote(data.services.embedding.detail),
        // The page works without it, and a search says what is wrong.
        () => undefined,
      );
    return () => left.abort();
  }, [apiKey]);
  return note === '' ? null : <p className="quiet">{note}</p>;
}
