import { type MagnitudClave, magnitudOf } from '@acequia/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { neverCame } from '../../lib/http/query-client.js';
import { inSpanishOrder } from '../../lib/spanish-order.js';
import { dispositivosOfEmpresa } from '../dispositivo/dispositivos.js';
import { usePlacas } from '../placa/placas.js';
import { puntosOfEmpresa } from '../punto/puntos.js';
import { switchesOfEmpresa } from '../switch/switches.js';
import type { SubjectKind } from './subject.js';
import { texts } from './textos.js';

const t = texts.subject;

export interface NamedSubject {
  /** The subject as a {@link keyOf} key. */
  key: string;
  kind: SubjectKind;
  nombre: string;
  /** Of a point: what it measures. */
  magnitud?: MagnitudClave;
}

export interface Subjects {
  list: readonly NamedSubject[];
  /** Name of a subject; undefined while unknown. */
  nameOf: (key: string) => string | undefined;
  failure: boolean;
}

/** All possible subjects of a company: sites, boards, switches, points and devices, each in Spanish order. */
export function useSubjects(empresaId: number | null): Subjects {
  const placas = usePlacas();
  const switches = useQuery(switchesOfEmpresa(empresaId));
  const dispositivos = useQuery({ ...dispositivosOfEmpresa(empresaId), enabled: empresaId !== null });
  const puntos = useQuery(puntosOfEmpresa(empresaId));
  const list = useMemo(() => {
    const own = (placas.data ?? []).filter((placa) => placa.empresa_id === empresaId);
    const sitios = new Set([...own, ...(dispositivos.data ?? [])].map(({ sitio }) => sitio).filter(Boolean));
    const named = (kind: SubjectKind, all: readonly { id: number | string; nombre: string }[]): NamedSubject[] =>
      inSpanishOrder(all, ({ nombre }) => nombre).map(({ id, nombre }) => ({ key: `${kind}:${id}`, kind, nombre }));
    return [
      ...named(
        'sitio',
        [...sitios].map((sitio) => ({ id: sitio, nombre: t.sitio(sitio) })),
      ),
      ...named(
        'placa',
        own.map(({ placa_id, id, nombre }) => ({ id: placa_id, nombre: t.placa(id, nombre) })),
      ),
      ...named(
        'switch',
        (switches.data ?? []).map(({ id, zona, nombre }) => ({ id, nombre: `${zona} - ${nombre}` })),
      ),
      ...inSpanishOrder(puntos.data ?? [], ({ nombre }) => nombre).map(({ id, nombre, magnitud }): NamedSubject => {
        return { key: `punto:${id}`, kind: 'punto', nombre: `${nombre} (${magnitudOf(magnitud).nombre})`, magnitud };
      }),
      ...named('dispositivo', dispositivos.data ?? []),
    ];
  }, [placas.data, switches.data, puntos.data, dispositivos.data, empresaId]);
  const names = useMemo(() => new Map(list.map(({ key, nombre }) => [key, nombre])), [list]);
  const complete = Boolean(placas.data && switches.data && puntos.data && dispositivos.data);
  const nameOf = useCallback(
    (key: string) => (key === '' ? t.empresa : (names.get(key) ?? (complete ? gone(key) : undefined))),
    [names, complete],
  );
  return {
    list,
    nameOf,
    failure: [placas, switches, puntos, dispositivos].some(neverCame),
  };
}

/** A site's key contains its name, so the name is known even when the site has no boards left. */
const gone = (key: string): string => (key.startsWith('sitio:') ? t.sitio(key.slice(6)) : t.gone);
