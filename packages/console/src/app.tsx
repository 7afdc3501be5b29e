import { useEffect } from 'react';
import { isSearch } from './address/address.js';
import { useAddress } from './address/use-address.js';
import { AccountPanel } from './account/account-panel.js';
import { AddPanel } from './own/add-panel.js';
import { giveUpUploads } from './own/uploads.js';
import { KeyPage } from './session/key-page.js';
import { useKey } from './session/session-key.js';
import { DropAndPaste } from './search/example-chooser.js';
import { SearchPage } from './search/search-page.js';
import { StartPage } from './search/start-page.js';
import { TrayPanel } from './tray/tray-panel.js';
import { Announcer } from './ui/announce.js';

/** The page: a key first, then what the address asks for. */
export function App() {
  const apiKey = useKey();
  return (
    <>
      {apiKey === null ? <KeyPage /> : <Console key={apiKey} />}
      <Announcer />
    </>
  );
}

function Console() {
  const address = useAddress();
  useEffect(() => {
    document.title = address.query === '' ? 'Image Search' : `${address.query} · Image Search`;
  }, [address.query]);
  useEffect(
    () => () => {
      giveUpUploads();
      // With the key goes everything that it read.
      location.reload();
    },
    [],
  );
  return (
    <>
      {isSearch(address) || address.open !== null ? <SearchPage /> : <StartPage />}
      {address.panel === 'tray' && <TrayPanel />}
      {address.panel === 'account' && <AccountPanel />}
      {address.panel === 'add' && <AddPanel />}
      {address.panel !== 'add' && <DropAndPaste />}
    </>
  );
}
