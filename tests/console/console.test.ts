import './flows/search.js';
import './flows/example.js';
import './flows/filters.js';
import './flows/image.js';
import './flows/tray.js';
import './flows/account.js';
import './flows/looks.js';
import './flows/prefix.js';
// Last: the others search without what these add.
import './flows/own.js';
