import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dispositivosOfEmpresa, dispositivosOfUsuario } from '../../../entities/dispositivo/dispositivos.js';
import { allEmpresas } from '../../../entities/empresa/all-empresas.js';
import { useEmpresaOptions } from '../../../entities/empresa/empresa-options.js';
import { usePlacas } from '../../../entities/placa/placas.js';
import { PUNTOS_KEY } from '../../../entities/punto/puntos.js';
import { api } from '../../../lib/http/api-client.js';
import { dayOf } from '../../../lib/format/format.js';
import { readUsuario } from '../../../lib/session.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import {
  ofDispositivo,
  ofEmpresa,
  ofOwnDispositivo,
  ofOwnSwitch,
  ofPlaca,
  ofPunto,
  ofSwitch,
  ofUsuario,
  type Findable,
} from '../lib/findable.js';

/** Lists stay this long between two searches, ms. */
const STALE_MS = 30_000;

interface Lists {
  all: readonly Findable[];
  loading: boolean;
  failed: boolean;
}

const stateOf = (queries: readonly { isPending: boolean; isError: boolean }[]) => ({
  loading: queries.some(({ isPending }) => isPending),
  failed: queries.some(({ isError }) => isError),
});

/** The companies with their dates; only an admin_global may read them. */
export const useEmpresasToFind = (read: boolean) =>
  useQuery({
    ...allEmpresas,
    enabled: read,
    staleTime: STALE_MS,
  });

/** What an administrator may open; every list is the person's own call, so it holds nothing of others. */
export function useListsOfAdmin(): Lists {
  const isGlobal = readUsuario()?.rol === 'admin_global';
  const ownEmpresa = isGlobal ? null : (readUsuario()?.empresa_id ?? null);
  const query = ownEmpresa === null ? {} : { empresa_id: String(ownEmpresa) };
  const empresas = useEmpresasToFind(isGlobal);
  const options = useEmpresaOptions();
  const placas = usePlacas();
  const switches = useQuery({
    queryKey: ['switches.listar', ownEmpresa ?? 'todos'],
    queryFn: ({ signal }) => api('switches.listar', { query }, { signal }),
    staleTime: STALE_MS,
  });
  const usuarios = useQuery({
    queryKey: ['usuarios.listar', ownEmpresa === null ? 'todas' : String(ownEmpresa)],
    queryFn: ({ signal }) => api('usuarios.listar', { query }, { signal }),
    staleTime: STALE_MS,
  });
  const dispositivos = useQuery({ ...dispositivosOfEmpresa(ownEmpresa), staleTime: STALE_MS });
  const puntos = useQuery({
    queryKey: [PUNTOS_KEY, 'finder', ownEmpresa],
    queryFn: ({ signal }) => api('puntos.listar', { query }, { signal }),
    staleTime: STALE_MS,
  });

  const all = useMemo(() => {
    const names = new Map(isGlobal ? options.data?.map(({ id, nombre }) => [id, nombre]) : []);
    const today = dayOf(serverNow()) ?? '';
    return [
      ...(empresas.data ?? []).map((one) => ofEmpresa(one, today)),
      ...(placas.data ?? []).map((one) => ofPlaca(one, names.get(one.empresa_id))),
      ...(switches.data ?? []).map((one) => ofSwitch(one, names.get(one.empresa_id))),
      ...(usuarios.data ?? []).map(ofUsuario),
      ...(dispositivos.data ?? []).map((one) => ofDispositivo(one, names.get(one.empresa_id))),
      ...(puntos.data ?? []).map((one) => ofPunto(one, names.get(one.empresa_id))),
    ];
  }, [
    isGlobal,
    options.data,
    empresas.data,
    placas.data,
    switches.data,
    usuarios.data,
    dispositivos.data,
    puntos.data,
  ]);
  const read = [placas, switches, usuarios, dispositivos, puntos, ...(isGlobal ? [empresas] : [])];
  return { all, ...stateOf(read) };
}

/** What a usuario may open: what is assigned to the person. */
export function useListsOfUsuario(): Lists {
  const id = readUsuario()?.id ?? 0;
  const switches = useQuery({
    queryKey: ['switches.de_usuario', 'finder', id],
    queryFn: ({ signal }) => api('switches.de_usuario', { query: { usuario_id: String(id) } }, { signal }),
    staleTime: STALE_MS,
  });
  const dispositivos = useQuery({ ...dispositivosOfUsuario(id), staleTime: STALE_MS });
  const all = useMemo(
    () => [
      ...(switches.data ?? []).filter(({ activo }) => activo === 1).map(ofOwnSwitch),
      ...(dispositivos.data ?? []).map(ofOwnDispositivo),
    ],
    [switches.data, dispositivos.data],
  );
  return { all, ...stateOf([switches, dispositivos]) };
}
