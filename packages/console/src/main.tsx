// Before the components, whose own styles go over these.
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { rememberScroll } from './address/use-address.js';
import { takeKeyFromFragment, takeKeyFromOtherTab } from './session/session-key.js';

takeKeyFromFragment();
await takeKeyFromOtherTab();
rememberScroll();
// A link with a key may be opened where the page is open already.
addEventListener('hashchange', takeKeyFromFragment);

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
