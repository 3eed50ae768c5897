import { Button, chakra, Flex } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { useAddress } from '../../../lib/address.js';
import { texts } from '../textos.js';

export const VIEWS = ['programas', 'dia', 'cuenta'] as const;
export type View = (typeof VIEWS)[number];

/** The view named in the address; by default the first. */
export const viewOf = (params: URLSearchParams, views: readonly View[] = VIEWS): View =>
  views.find((view) => view === params.get('vista')) ?? views[0] ?? 'programas';

/** Links to the views: programs, day and month. */
export function Views({ views = VIEWS }: { views?: readonly View[] }) {
  const { params } = useAddress();
  const current = viewOf(params, views);
  const to = (view: View): string => {
    const next = new URLSearchParams(params.get('empresa') ? { empresa: params.get('empresa') ?? '' } : {});
    if (view !== views[0]) next.set('vista', view);
    return `?${next.toString()}`;
  };
  return (
    <chakra.nav aria-label={texts.view} _print={{ display: 'none' }}>
      <Flex gap="2" wrap="wrap">
        {views.map((view) => (
          <Button
            key={view}
            asChild
            size="sm"
            variant={view === current ? 'solid' : 'outline'}
            colorPalette="campo"
            aria-current={view === current ? 'page' : undefined}
          >
            <Link to={to(view)}>{texts.views[view]}</Link>
          </Button>
        ))}
      </Flex>
    </chakra.nav>
  );
}
