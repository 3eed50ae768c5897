import { Button } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { dialogOnDemand } from '../../../components/dialog-on-demand.js';
import { texts } from '../textos.js';

export interface Action {
  text: string;
  act: () => void;
}

const OpenRowMenu = dialogOnDemand(async () => (await import('./open-row-menu.js')).default);

/** "…": what is done less often with a row. */
export function RowMenu({ of, actions }: { of: string; actions: readonly Action[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  if (actions.length === 0) return null;
  const name = texts.moreOf(of);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="ghost"
        px="2"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        …
      </Button>
      {open && <OpenRowMenu name={name} actions={actions} button={button} onClose={close} />}
    </>
  );
}
