import { useEffect } from 'react';
import { isSearch } from './address/address.js';
import { useAddress } from './address/use-address.js';
import { AccountPanel } from './account/account-panel.js';
import { AddPanel } from './own/add-panel.js';
import { giveUpUploads } from './own/uploads.js';
import { KeyPage } from './session/key-page.js';
import { useKey } from './session/session-key.js';
import { DropAndPaste } from './search/example-chooser.js';
import { forgetAnswers } from './search/known-answers.js';
import { SearchPage } from './search/search-page.js';
import { StartPage } from './search/start-page.js';
import { TrayPanel } from './tray/tray-panel.js';
import { Announcer } from './ui/announce.js';

/** The page: a key first, then what the address asks for. */
export function App() {
  const apiKey = useKey();
  return (
    <>
      {apiKey === null ? <KeyPage /> : <Console key={apiKey} apiKey={apiKey} />}
      <Announcer />
    </>
  );
}

function Console({ apiKey }: { apiKey: string }) {
  const address = useAddress();
  useEffect(() => {
    document.title = address.query === '' ? 'Image Search' : `${address.query} · Image Search`;
  }, [address.query]);
  useEffect(
    () => () => {
      // With the key goes what it paid for.
      giveUpUploads();
      forgetAnswers();
    },
    [],
  );
  return (
    <>
      {isSearch(address) || address.open !== null ? (
        <SearchPage address={address} apiKey={apiKey} />
      ) : (
        <StartPage address={address} apiKey={apiKey} />
      )}
      {address.panel === 'tray' && <TrayPanel address={address} apiKey={apiKey} />}
      {address.panel === 'account' && <AccountPanel address={address} apiKey={apiKey} />}
      {address.panel === 'add' && <AddPanel address={address} apiKey={apiKey} />}
      {address.panel !== 'add' && <DropAndPaste address={address} />}
    </>
  );
}
