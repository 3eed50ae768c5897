import { Suspense, lazy, useEffect, useState } from 'react';
import { DownIcon } from '../../components/down-icon.js';
import { EmpresaIcon } from '../../components/frame-icons.js';
import { SearchIcon } from '../../components/icons.js';
import { PushButton } from '../../components/push-button.js';
import { useEmpresaInAddress } from '../../entities/empresa/empresa-in-address.js';
import { oneOf, useEmpresaOptions, useShowsOne } from '../../entities/empresa/empresa-options.js';
import { useDesk } from '../../lib/screen.js';
import { texts } from './textos.js';
import './finder-host.css';

const Finder = lazy(() => import('../../features/finder/finder.js'));
const EmpresaPicker = lazy(() => import('../../features/finder/empresa-picker.js'));

/** The search button; Ctrl K (⌘ K) opens it from any screen. Its code loads when it is first opened. */
export function FinderButton() {
  const [open, setOpen] = useState(false);
  const desk = useDesk();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // A dialog with a form keeps the keyboard: leaving it would lose what was typed.
      if (document.querySelector('[role=dialog][data-state=open], [role=alertdialog][data-state=open]')) return;
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <PushButton
        variant="outline"
        size="sm"
        className="boton buscar-boton"
        aria-label={desk ? texts.searchLabel : texts.search}
        aria-keyshortcuts="Control+K Meta+K"
        title={desk ? texts.searchKeys : texts.search}
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        {/* With the space, the words on the button are its name. */}
        <span className="buscar-palabra">{texts.search}</span> <kbd className="buscar-palabra">{texts.searchKeys}</kbd>
      </PushButton>
      {open && (
        <Suspense>
          <Finder onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The company that an admin_global works with, on every screen: the one that the screen shows. */
export function EmpresaButton() {
  const [open, setOpen] = useState(false);
  const chosen = useEmpresaInAddress();
  const one = useShowsOne();
  const options = useEmpresaOptions(one || chosen !== null);
  const shown = one ? oneOf(options.data, chosen) : options.data?.find(({ id }) => id === chosen);
  const waiting = options.isLoading;
  const name = shown?.nombre || (waiting ? texts.waiting : texts.allEmpresas);
  return (
    <>
      <PushButton
        variant="outline"
        size="sm"
        className="boton empresa-boton"
        aria-label={texts.empresa(name)}
        aria-haspopup="dialog"
        title={name}
        onClick={() => setOpen(true)}
      >
        <EmpresaIcon />
        <span className="empresa-elegida">{name}</span>
        <DownIcon />
      </PushButton>
      {open && (
        <Suspense>
          <EmpresaPicker onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
