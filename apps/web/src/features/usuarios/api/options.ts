import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Opcion } from '../../../components/form/multi-field.js';
import { api } from '../../../lib/http/api-client.js';
import { dispositivosDeEmpresa } from '../../../entities/dispositivo/dispositivos.js';

interface Asignables {
  dispositivos: readonly Opcion[];
  switches: readonly Opcion[];
  cargando: boolean;
  fallo: boolean;
}

const NINGUNO: readonly Opcion[] = [];

/** What may be assigned to a user of this company: its devices and its switches. */
export function useAsignables(empresa_id: number | null): Asignables {
  const query = { empresa_id: String(empresa_id) };
  const enabled = empresa_id !== null;
  const dispositivos = useQuery({ ...dispositivosDeEmpresa(empresa_id), enabled });
  const switches = useQuery({
    queryKey: ['switches.listar', query.empresa_id],
    queryFn: ({ signal }) => api('switches.listar', { query }, { signal }),
    enabled,
  });
  const deDispositivos = useMemo(
    () => dispositivos.data?.map(({ id, nombre }) => ({ id, texto: nombre })) ?? NINGUNO,
    [dispositivos.data],
  );
  const deSwitches = useMemo(
    () => switches.data?.map(({ id, zona, nombre }) => ({ id, texto: `${zona} - ${nombre}` })) ?? NINGUNO,
    [switches.data],
  );
  return {
    dispositivos: enabled ? deDispositivos : NINGUNO,
    switches: enabled ? deSwitches : NINGUNO,
    cargando: enabled && (dispositivos.isPending || switches.isPending),
    fallo: dispositivos.isError || switches.isError,
  };
}
