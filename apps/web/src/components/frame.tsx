import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink, useLocation, type NavLinkProps } from 'react-router-dom';
import { useLastStateTime } from '../lib/offline/last-state-provider.js';
import { OfflineBanner } from './offline-banner.js';
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
  children: ReactNode;
}

/** The frame of every screen behind the login: brand, navigation, actions, connection banner and content. */
export function Frame({ label, links, actions, context, moreLinks, moreLabel, children }: Props) {
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
            <nav aria-label={moreLabel}>
              <div>{moreLinks}</div>
            </nav>
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
