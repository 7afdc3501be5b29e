import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.js';
import './notices.css';

export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="notice">
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}
