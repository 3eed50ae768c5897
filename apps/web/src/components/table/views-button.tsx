import { Box, Button } from '@chakra-ui/react';
import { lazy, Suspense, useState } from 'react';
import { DetailsIcon } from '../icons.js';
import { texts } from './textos.js';

const ViewsSheet = lazy(() => import('./views-sheet.js'));

/** Opens the saved views of a list. @param nombre what the rows are, in plural */
export function ViewsButton({ nombre }: { nombre: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        aria-label={texts.views}
        aria-haspopup="dialog"
        px={{ base: '0', sm: '4' }}
        onClick={() => setOpen(true)}
      >
        <DetailsIcon />
        <Box as="span" display={{ base: 'none', sm: 'inline' }}>
          {texts.views}
        </Box>
      </Button>
      {open && (
        <Suspense>
          <ViewsSheet nombre={nombre} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
