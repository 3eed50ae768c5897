import { useEffect, useId, useRef, type ReactNode } from 'react';
import { NavLink, useLocation, type NavLinkProps } from 'react-router-dom';
import { useLastStateTime } from '../lib/offline/last-state-provider.js';
import { DownIcon } from './down-icon.js';
import { OfflineBanner } from './offline-banner.js';
import { PushButton } from './push-button.js';
import { VersionBanner } from './version-banner.js';
import { ThemeButton } from './theme-button.js';
import { Logo } from './logo.js';
import { texts } from './textos.js';
import './frame.css';

interface Props {
  /** Name of the navigation for screen readers. */
  label: string;
  links: ReactNode;
  actions: ReactNode;
  /** What every screen of the frame shares, before the second menu. */
  context?: ReactNode;
  /** A second menu, with its name for screen readers. */
  moreLinks?: ReactNode;
  moreLabel?: string;
  /** The second menu's entry of the current screen. */
  moreCurrent?: string | undefined;
  children: ReactNode;
}

/** The frame of every screen behind the login: brand, navigation, actions, connection banner and content. */
export function Frame({ label, links, actions, context, moreLinks, moreLabel, moreCurrent, children }: Props) {
  const lastState = useLastStateTime();
  return (
    <div className="marco">
      <a href="#contenido" className="marco-salto">
        {texts.skip}
      </a>
      <header className="marco-cabeza">
        <div className="marco-linea">
          <Logo />
          <nav aria-label={label}>
            <div>{links}</div>
          </nav>
          <div className="marco-acciones">
            <ThemeButton />
            {actions}
          </div>
        </div>
        {moreLinks && (
          <div className="marco-segunda">
            <div className="marco-contexto">{context}</div>
            <MoreMenu label={moreLabel ?? ''} current={moreCurrent}>
              {moreLinks}
            </MoreMenu>
          </div>
        )}
        <OfflineBanner />
        <VersionBanner />
      </header>
      <main id="contenido" className="marco-pagina" tabIndex={-1} data-ultimo-estado={lastState ?? undefined}>
        {children}
      </main>
    </div>
  );
}

interface MoreMenuProps {
  label: string;
  current: string | undefined;
  children: ReactNode;
}

/** The second menu: a line at a desk; on a phone, where a line would show one entry, a sheet that a button opens. */
function MoreMenu({ label, current, children }: MoreMenuProps) {
  const id = useId();
  const menu = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // Neither jsdom nor a browser of 2023 has popovers.
  useEffect(() => menu.current?.hidePopover?.(), [key]);
  return (
    <>
      <PushButton
        variant="outline"
        size="sm"
        className="boton marco-mas"
        data-aqui={current !== undefined || undefined}
        aria-label={current === undefined ? label : `${label}: ${current}`}
        popoverTarget={id}
      >
        {current ?? label} <DownIcon />
      </PushButton>
      <nav id={id} ref={menu} popover="auto" aria-label={label}>
        <div>{children}</div>
      </nav>
    </>
  );
}

/** On a phone the menu is wider than the screen, so the current entry scrolls into view. */
export function MenuEntry(props: NavLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (link.current?.getAttribute('aria-current') === 'page')
      link.current.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return <NavLink ref={link} className="marco-entrada" {...props} />;
}
