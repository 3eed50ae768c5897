import type { Programa } from '@acequia/contracts';
import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useWideScreen } from '../../../lib/screen.js';
import { startsText } from '../lib/describe.js';
import { texts } from '../textos.js';

/** Starts written out before the others are only counted. */
const FEW = 4;

interface Props extends Pick<Programa, 'inicios'> {
  /** A cell of a table has no room for all of them; its title names them. */
  inCell?: boolean;
}

/** The starts of a program: of many only the first, and the others on demand. */
export function Starts({ inicios, inCell = false }: Props) {
  const [open, setOpen] = useState(false);
  const wide = useWideScreen();
  const rest = inicios.length - FEW;
  if (rest <= 1) return startsText(inicios);
  const folded = texts.moreStarts(startsText(inicios.slice(0, FEW)), rest);
  if (wide && inCell) return folded;
  return (
    <>
      {open ? startsText(inicios) : folded}{' '}
      <Button
        size="2xs"
        variant="outline"
        aria-expanded={open}
        aria-label={texts.allStarts(open)}
        onClick={() => setOpen(!open)}
      >
        {texts.seeMore(open)}
      </Button>
    </>
  );
}
