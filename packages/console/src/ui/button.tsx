import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.js';

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & { look?: 'main' | 'plain' };

/** A button that sends no form. */
export function Button({ look, ...rest }: ButtonProps) {
  const className = look === 'plain' ? 'button-plain' : look === 'main' ? 'button button-main' : 'button';
  return <button type="button" className={className} {...rest} />;
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & { icon: IconName; label: string };

/** A button that shows a drawing; its label is its name and its tooltip. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
