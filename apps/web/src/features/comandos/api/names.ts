import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/http/api-client.js';
import { dispositivosDeEmpresa } from '../../../entities/dispositivo/dispositivos.js';
import { switchesDeEmpresa } from '../../../entities/switch/switches.js';
import { leerUsuario } from '../../../lib/session.js';

export interface Nombrado {
  id: number;
  nombre: string;
}

/** A usuario's. */
const usePropios = (usuarioId: number | null) => {
  const query = { usuario_id: String(usuarioId) };
  return useQuery({
    queryKey: ['comandos.propios', usuarioId],
    queryFn: async ({ signal }) => {
      const [switches, dispositivos] = await Promise.all([
        api('switches.de_usuario', { query }, { signal }),
        api('dispositivos.de_usuario', { query }, { signal }),
      ]);
      // As the panel: what was taken out of use is offered nowhere.
      return { switches: switches.filter(({ activo }) => activo === 1), dispositivos };
    },
    enabled: usuarioId !== null,
  });
};

/** What commands can be about: switches and devices by name, of the company or assigned to the person. */
export function useNombres(empresaId: number | null): { switches: Nombrado[]; dispositivos: Nombrado[] } {
  const usuario = leerUsuario();
  const propios = usePropios(usuario?.rol === 'usuario' ? usuario.id : null);
  const deEmpresa = usuario?.rol === 'usuario' ? null : empresaId;
  const switches = useQuery(switchesDeEmpresa(deEmpresa));
  const dispositivos = useQuery({ ...dispositivosDeEmpresa(deEmpresa ?? 0), enabled: deEmpresa !== null });
  const [losSwitches, losDispositivos] = [
    switches.data ?? propios.data?.switches,
    dispositivos.data ?? propios.data?.dispositivos,
  ];
  return useMemo(
    () => ({
      switches: (losSwitches ?? []).map(({ id, zona, nombre }) => ({ id, nombre: `${zona} - ${nombre}` })),
      dispositivos: losDispositivos ?? [],
    }),
    [losSwitches, losDispositivos],
  );
}
