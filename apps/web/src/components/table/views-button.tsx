import { Button } from '@chakra-ui/react';
import { lazy, Suspense, useState } from 'react';
import { DetailsIcon } from '../icons.js';
import { texts } from './textos.js';

const ViewsSheet = lazy(() => import('./views-sheet.js'));

/** Opens the saved views of a list. @param nombre what the rows are, in plural */
export function ViewsButton({ nombre }: { nombre: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <DetailsIcon /> {texts.views}
      </Button>
      {open && (
        <Suspense>
          <ViewsSheet nombre={nombre} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
