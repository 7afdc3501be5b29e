import { takeKeyFromFragment, takeKeyFromOtherTab } from './session/session-key.js';
// Before the components, whose own styles go over these.
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';

await takeKeyFromFragment();
await takeKeyFromOtherTab();
// A link with a key may be opened where the page is open already.
addEventListener('hashchange', () => void takeKeyFromFragment());

const root = document.getElementById('root');
// At once, while the page loads: the browser scrolls to where a reload left it, if that is there by then.
if (root) flushSync(() => createRoot(root).render(<App />));
