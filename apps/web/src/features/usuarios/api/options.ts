import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Option } from '../../../components/form/multi-field.js';
import { api } from '../../../lib/http/api-client.js';
import { isUnread } from '../../../lib/http/query-client.js';
import { dispositivosOfEmpresa } from '../../../entities/dispositivo/dispositivos.js';

interface Assignable {
  dispositivos: readonly Option[];
  switches: readonly Option[];
  loading: boolean;
  failure: boolean;
}

const NONE: readonly Option[] = [];

/** The devices and switches that a user of this company can be assigned. */
export function useAssignable(empresa_id: number | null): Assignable {
  const query = { empresa_id: String(empresa_id) };
  const enabled = empresa_id !== null;
  const dispositivos = useQuery({ ...dispositivosOfEmpresa(empresa_id), enabled });
  const switches = useQuery({
    queryKey: ['switches.listar', query.empresa_id],
    queryFn: ({ signal }) => api('switches.listar', { query }, { signal }),
    enabled,
  });
  const ofDispositivos = useMemo(
    () => dispositivos.data?.map(({ id, nombre }) => ({ id, text: nombre })) ?? NONE,
    [dispositivos.data],
  );
  const ofSwitches = useMemo(
    () => switches.data?.map(({ id, zona, nombre }) => ({ id, text: `${zona} - ${nombre}` })) ?? NONE,
    [switches.data],
  );
  return {
    dispositivos: enabled ? ofDispositivos : NONE,
    switches: enabled ? ofSwitches : NONE,
    loading: enabled && [dispositivos, switches].some((one) => one.isPending && !isUnread(one)),
    failure: isUnread(dispositivos) || isUnread(switches),
  };
}
