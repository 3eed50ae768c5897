import { Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { AvisoVacio } from './empty-notice.js';
import { FALLO_DE_PARTE, Resguardo } from './guarded-part.js';

interface Opciones<P> {
  /** Its name among what is loaded on demand. */
  nombre: string;
  cargar: () => Promise<{ default: ComponentType<P> }>;
  /** CSS height of what stands in its place meanwhile. */
  alto: string;
}

/**
 * A part of a screen whose code comes when it is first drawn. Where it cannot be had, the part says so in its own place and asks
 * again until it can; `React.lazy` would take the whole screen with it, and keep the failure.
 */
export function aDemanda<P extends object>({ nombre, cargar, alto }: Opciones<P>): ComponentType<P> {
  return function ADemanda(props: P) {
    const { data, isError } = useQuery({
      queryKey: ['codigo', nombre],
      queryFn: async () => ({ Parte: (await cargar()).default }),
      staleTime: Infinity,
      gcTime: Infinity,
      structuralSharing: false,
    });
    if (!data)
      return isError ? <AvisoVacio alto={alto} texto={FALLO_DE_PARTE} error /> : <Skeleton h={alto} aria-busy />;
    return (
      <Resguardo alto={alto} claves={Object.values(props)}>
        <data.Parte {...props} />
      </Resguardo>
    );
  };
}
