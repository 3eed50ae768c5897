import { createContext, use, useId, useLayoutEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useLastStateTime } from '../lib/offline/last-state-provider.js';
import { moveAlong } from '../lib/arrow-keys.js';
import { foldRail, useRailFolded } from '../lib/rail.js';
import { useDesk } from '../lib/screen.js';
import { FoldIcon, LogOutIcon, MenuIcon, SettingsIcon } from './frame-icons.js';
import { OfflineBanner } from './offline-banner.js';
import { PushButton } from './push-button.js';
import { VersionBanner } from './version-banner.js';
import { ThemeButton } from './theme-button.js';
import { Logo } from './logo.js';
import { texts } from './textos.js';
import './frame.css';

export interface MenuEntry {
  to: string;
  /** Where the screens begin that it leads to, if not below its own address. */
  also?: string;
  text: string;
  Icon: ComponentType;
}

/** What a rol finds in the menu. */
export interface Menu {
  /** The entries that the specification names, in its order. */
  first: readonly MenuEntry[];
  then: readonly MenuEntry[];
  /** Behind "Administrar". */
  manage?: readonly MenuEntry[];
  account: MenuEntry;
  /** The three that a thumb reaches on a phone; the whole menu is behind a fourth. */
  tabs: readonly MenuEntry[];
}

interface Props {
  /** Name of the first menu for screen readers. */
  label: string;
  menu: Menu;
  /** The company of all screens, for whom there is a choice. */
  context?: ReactNode;
  finder: ReactNode;
  bell: ReactNode;
  onLeave: () => Promise<void>;
  children: ReactNode;
}

/** The rail at a desk: one stop of Tab, along which the arrows lead. */
const ONE_STOP = { role: 'toolbar', 'aria-orientation': 'vertical', onKeyDown: moveAlong } as const;

/** The frame of every screen behind the login: at a desk a rail beside it, on a phone a bar above and tabs below. */
export function Frame({ label, menu, context, finder, bell, onLeave, children }: Props) {
  const lastState = useLastStateTime();
  const desk = useDesk();
  const here = useEntryHere(menu);
  const menuId = useId();
  const sheet = useRef<HTMLDivElement>(null);
  // A long menu scrolls. jsdom does not.
  useLayoutEffect(() => {
    if (desk) sheet.current?.querySelector('[aria-current=page]')?.scrollIntoView?.({ block: 'nearest' });
  }, [desk, here]);
  // Here, and not once the next screen is drawn: by then a person may have opened the menu again.
  const close = () => {
    // Neither jsdom nor a browser of 2023 has popovers.
    if (!desk) sheet.current?.hidePopover?.();
  };
  return (
    <div className="marco">
      <a href="#contenido" className="marco-salto">
        {texts.skip}
      </a>
      <header className="marco-cabeza">
        <div className="marco-marca">
          <Logo />
          {bell}
        </div>
        <div className="marco-contexto">
          {context}
          {finder}
        </div>
        <div id={menuId} ref={sheet} className="marco-menu" popover={desk ? undefined : 'auto'} {...(desk && ONE_STOP)}>
          <OneStop value={desk ? here : null}>
            <nav aria-label={label}>
              <Entries of={menu.first} onFollow={close} />
            </nav>
            <nav aria-label={texts.frame.more}>
              <Entries of={menu.then} onFollow={close} />
              {menu.manage && <Manage entries={menu.manage} onFollow={close} />}
            </nav>
            <div className="marco-pie">
              <Entries of={[menu.account]} onFollow={close} />
              <PushButton
                variant="ghost"
                size="sm"
                className="marco-entrada"
                title={texts.frame.logOut}
                tabIndex={desk ? -1 : undefined}
                onClick={() => void onLeave()}
              >
                <LogOutIcon /> <span>{texts.frame.logOut}</span>
              </PushButton>
              <div className="marco-ajustes">
                <ThemeButton tabIndex={desk ? -1 : undefined} />
                {desk && <FoldButton />}
              </div>
            </div>
          </OneStop>
        </div>
      </header>
      <div className="marco-cuerpo">
        <div className="marco-franjas">
          <OfflineBanner />
          <VersionBanner />
        </div>
        <main id="contenido" className="marco-pagina" tabIndex={-1} data-ultimo-estado={lastState ?? undefined}>
          {children}
        </main>
      </div>
      {!desk && <Tabs menu={menu} menuId={menuId} />}
    </div>
  );
}

interface EntriesProps {
  of: readonly MenuEntry[];
  onFollow?: () => void;
}

/** The one entry that Tab reaches; null where it reaches all. */
const OneStop = createContext<string | null>(null);

function Entries({ of, onFollow }: EntriesProps) {
  const stop = use(OneStop);
  const { pathname } = useLocation();
  return of.map(({ to, also, text, Icon }) => (
    <NavLink
      key={to}
      to={to}
      className="marco-entrada"
      data-aqui={also !== undefined && pathname.startsWith(`${also}/`) ? '' : undefined}
      title={text}
      tabIndex={stop === null || stop === to ? undefined : -1}
      onClick={onFollow}
    >
      <Icon /> <span>{text}</span>
    </NavLink>
  ));
}

const leadsTo = (pathname: string, { to, also = to }: MenuEntry): boolean =>
  pathname === to || [to, also].some((one) => pathname.startsWith(`${one}/`));

/** The address of the entry that this screen belongs to, else of the first. */
function useEntryHere({ first, then, manage = [], account }: Menu): string {
  const { pathname } = useLocation();
  return ([...first, ...then, ...manage, account].find((one) => leadsTo(pathname, one)) ?? first[0])?.to ?? '';
}

/** What an administrator seldom needs; open from the start on one of its screens. */
function Manage({ entries, onFollow }: { entries: readonly MenuEntry[]; onFollow: () => void }) {
  const { pathname } = useLocation();
  const here = entries.some((one) => leadsTo(pathname, one));
  const oneStop = use(OneStop) !== null;
  return (
    <details key={String(here)} open={here}>
      {/* Folded, it would hide the one stop of Tab. */}
      <summary className="marco-entrada" title={texts.frame.manage} tabIndex={oneStop && !here ? -1 : undefined}>
        <SettingsIcon /> <span>{texts.frame.manage}</span>
      </summary>
      <Entries of={entries} onFollow={onFollow} />
    </details>
  );
}

function FoldButton() {
  const folded = useRailFolded();
  const text = folded ? texts.frame.unfold : texts.frame.fold;
  return (
    <PushButton
      variant="ghost"
      size="sm"
      icon
      className="boton marco-plegar"
      aria-label={text}
      title={text}
      tabIndex={-1}
      onClick={() => foldRail(!folded)}
    >
      <FoldIcon />
    </PushButton>
  );
}

function Tabs({ menu: { tabs }, menuId }: { menu: Menu; menuId: string }) {
  const { pathname } = useLocation();
  const elsewhere = !tabs.some((one) => leadsTo(pathname, one));
  return (
    <nav className="marco-pestanas" aria-label={texts.frame.tabs}>
      <Entries of={tabs} />
      <button type="button" className="marco-entrada" data-aqui={elsewhere || undefined} popoverTarget={menuId}>
        <MenuIcon /> <span>{texts.frame.menu}</span>
      </button>
    </nav>
  );
}
