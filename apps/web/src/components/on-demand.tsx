import { Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { EmptyNotice } from './empty-notice.js';
import { GuardedPart } from './guarded-part.js';
import { texts } from './textos.js';

interface Options<P> {
  /** Name of the module for the log. */
  nombre: string;
  load: () => Promise<{ default: ComponentType<P> }>;
  /** CSS height of the placeholder. */
  height: string;
}

interface Again {
  /** A change of it, as of any prop, draws the part again after an error. */
  again?: unknown;
}

/**
 * A part of a screen whose code loads when it is first drawn. When loading fails, the part says so in its place and retries; `React.lazy`
 * would fail the whole screen and keep the failure.
 */
export function onDemand<P extends object>({ nombre, load, height }: Options<P>): ComponentType<P & Again> {
  return function OnDemand(props: P & Again) {
    const { data, isError } = useQuery({
      queryKey: ['codigo', nombre],
      queryFn: async () => ({ Part: (await load()).default }),
      staleTime: Infinity,
      gcTime: Infinity,
      structuralSharing: false,
    });
    if (!data)
      return isError ? (
        <EmptyNotice height={height} text={texts.partFailed} error />
      ) : (
        <Skeleton h={height} aria-busy />
      );
    return (
      <GuardedPart height={height} keys={Object.values(props)}>
        <data.Part {...props} />
      </GuardedPart>
    );
  };
}
