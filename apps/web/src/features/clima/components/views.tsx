import { Button, chakra, Flex } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { useAddress } from '../../../lib/address.js';
import { texts } from '../textos.js';

const VIEWS = ['reglas', 'valores'] as const;
export type View = (typeof VIEWS)[number];

/** The view named in the address; by default the rules. */
export const viewOf = (params: URLSearchParams): View => VIEWS.find((view) => view === params.get('vista')) ?? 'reglas';

/** Links to the views: rules and derived values. */
export function Views() {
  const { params } = useAddress();
  const current = viewOf(params);
  const to = (view: View): string => {
    const next = new URLSearchParams(params.get('empresa') ? { empresa: params.get('empresa') ?? '' } : {});
    if (view !== 'reglas') next.set('vista', view);
    return `?${next.toString()}`;
  };
  return (
    <chakra.nav aria-label={texts.view} _print={{ display: 'none' }}>
      <Flex gap="2" wrap="wrap">
        {VIEWS.map((view) => (
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
