import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import './push-button.css';

interface Look {
  variant: 'solid' | 'outline' | 'ghost';
  size?: 'sm' | 'md' | undefined;
  /** Square: its content is an icon alone. */
  icon?: boolean | undefined;
}

const lookOf = ({ variant, size = 'md', icon = false }: Look) => ({
  className: 'boton',
  'data-variant': variant,
  'data-size': size,
  'data-icon': icon || undefined,
});

/** A button in the colours of the console. Plain CSS for speed: Chakra's takes a slow phone several ms each. */
export const PushButton = ({ variant, size, icon, ...rest }: Look & ComponentProps<'button'>) => (
  <button type="button" {...lookOf({ variant, size, icon })} {...rest} />
);

/** A link that looks like such a button. */
export const LinkButton = ({ variant, size, icon, ...rest }: Look & LinkProps) => (
  <Link {...lookOf({ variant, size, icon })} {...rest} />
);
