import { Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { EmptyNotice } from './empty-notice.js';
import { PART_FAILED, GuardedPart } from './guarded-part.js';

interface Options<P> {
  /** Its name among what is loaded on demand. */
  nombre: string;
  load: () => Promise<{ default: ComponentType<P> }>;
  /** CSS height of what stands in its place meanwhile. */
  height: string;
}

/**
 * A part of a screen whose code comes when it is first drawn. Where it cannot be had, the part says so in its own place and asks
 * again until it can; `React.lazy` would take the whole screen with it, and keep the failure.
 */
export function onDemand<P extends object>({ nombre, load, height }: Options<P>): ComponentType<P> {
  return function OnDemand(props: P) {
    const { data, isError } = useQuery({
      queryKey: ['codigo', nombre],
      queryFn: async () => ({ Part: (await load()).default }),
      staleTime: Infinity,
      gcTime: Infinity,
      structuralSharing: false,
    });
    if (!data)
      return isError ? <EmptyNotice height={height} text={PART_FAILED} error /> : <Skeleton h={height} aria-busy />;
    return (
      <GuardedPart height={height} keys={Object.values(props)}>
        <data.Part {...props} />
      </GuardedPart>
    );
  };
}
