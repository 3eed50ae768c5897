import { Button } from '@chakra-ui/react';
import { lazy, Suspense, useState } from 'react';
import { DetailsIcon } from '../icons.js';

const ViewsSheet = lazy(() => import('./views-sheet.js'));

/** Opens the saved views of a list. @param nombre what the rows are, in plural */
export function ViewsButton({ nombre }: { nombre: string }) {
  const [openedOne, setOpenedOne] = useState(false);
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpenedOne(true)}>
        <DetailsIcon /> Vistas
      </Button>
      {openedOne && (
        <Suspense>
          <ViewsSheet nombre={nombre} onClose={() => setOpenedOne(false)} />
        </Suspense>
      )}
    </>
  );
}
