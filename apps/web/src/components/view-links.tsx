import { Button, chakra, Flex } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { useAddress } from '../lib/address.js';

/** The view named in the address; by default the first. */
export const viewIn = <View extends string>(params: URLSearchParams, views: readonly [View, ...View[]]): View =>
  views.find((view) => view === params.get('vista')) ?? views[0];

interface Props<View extends string> {
  views: readonly [View, ...View[]];
  names: Readonly<Record<View, string>>;
  label: string;
}

/** Links to the views of a screen. They keep the address's company and drop the filters. */
export function ViewLinks<View extends string>({ views, names, label }: Props<View>) {
  const { params } = useAddress();
  const current = viewIn(params, views);
  const to = (view: View): string => {
    const next = new URLSearchParams(params.get('empresa') ? { empresa: params.get('empresa') ?? '' } : {});
    if (view !== views[0]) next.set('vista', view);
    return `?${next.toString()}`;
  };
  return (
    <chakra.nav aria-label={label} _print={{ display: 'none' }}>
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
            <Link to={to(view)}>{names[view]}</Link>
          </Button>
        ))}
      </Flex>
    </chakra.nav>
  );
}
