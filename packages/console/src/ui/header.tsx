import type { ReactNode } from 'react';
import { START } from '../address/address.js';
import { PageLink } from './page-link.js';
import './header.css';

/** The bar over every page: the way home, what the page puts in the middle, and the person's own things. */
export function Header({ children, tools }: { children?: ReactNode; tools: ReactNode }) {
  return (
    <header className="header">
      <PageLink to={START} className="header-home" aria-label="Image Search, start page">
        <svg viewBox="0 0 32 32" aria-hidden="true" className="header-mark">
          <path d="M3 4h11v11H3zM16 4h13v11H16zM3 17h15v11H3zM20 17h9v11h-9z" />
        </svg>
      </PageLink>
      <div className="header-middle">{children}</div>
      <div className="header-tools">{tools}</div>
    </header>
  );
}
