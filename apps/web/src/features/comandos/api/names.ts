import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/http/api-client.js';
import { dispositivosOfEmpresa } from '../../../entities/dispositivo/dispositivos.js';
import { switchesOfEmpresa } from '../../../entities/switch/switches.js';
import { readUsuario } from '../../../lib/session.js';
import { KEPT } from '../../../lib/offline/last-state.js';

export interface Named {
  id: number;
  nombre: string;
}

/** The switches and devices of a usuario. */
const useOwn = (usuarioId: number | null) => {
  const query = { usuario_id: String(usuarioId) };
  return useQuery({
    queryKey: ['comandos.propios', usuarioId],
    meta: KEPT,
    queryFn: async ({ signal }) => {
      const [switches, dispositivos] = await Promise.all([
        api('switches.de_usuario', { query }, { signal }),
        api('dispositivos.de_usuario', { query }, { signal }),
      ]);
      // Leaves out inactive switches, as the panel does.
      return { switches: switches.filter(({ activo }) => activo === 1), dispositivos };
    },
    enabled: usuarioId !== null,
  });
};

/** Switches and devices that commands can refer to: the company's, or those assigned to the person. */
export function useNames(empresaId: number | null): { switches: Named[]; dispositivos: Named[] } {
  const usuario = readUsuario();
  const own = useOwn(usuario?.rol === 'usuario' ? usuario.id : null);
  const ofEmpresa = usuario?.rol === 'usuario' ? null : empresaId;
  const switches = useQuery(switchesOfEmpresa(ofEmpresa));
  const dispositivos = useQuery({ ...dispositivosOfEmpresa(ofEmpresa ?? 0), enabled: ofEmpresa !== null });
  const [theSwitches, theDispositivos] = [
    switches.data ?? own.data?.switches,
    dispositivos.data ?? own.data?.dispositivos,
  ];
  return useMemo(
    () => ({
      switches: (theSwitches ?? []).map(({ id, zona, nombre }) => ({ id, nombre: `${zona} - ${nombre}` })),
      dispositivos: theDispositivos ?? [],
    }),
    [theSwitches, theDispositivos],
  );
}
