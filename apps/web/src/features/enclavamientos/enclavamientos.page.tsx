import type { Enclavamiento } from '@acequia/contracts';
import { Box, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Campo, Opciones, Selector } from '../../components/form/fields.js';
import { ListaEditable } from '../../components/editable-list.js';
import type { Columna } from '../../components/table/column.js';
import { useDireccion } from '../../lib/address.js';
import { useEmpresasSeleccion } from '../../entities/empresa/empresa-options.js';
import { switchesDeEmpresa } from '../../entities/switch/switches.js';
import { noLlego } from '../../lib/http/query-client.js';
import { useEnclavamientos } from './api/enclavamientos.js';
import { DialogoEnclavamiento } from './components/enclavamiento-dialog.js';
import { textos } from './textos.js';

const titulos = textos.columnas;

const columnasDe = (nombreDe: (id: number) => string): Columna<Enclavamiento>[] => [
  { id: 'nombre', titulo: titulos.nombre, valor: ({ nombre }) => nombre, ancho: '13rem', enTarjeta: 'titulo' },
  { id: 'tipo', titulo: titulos.tipo, valor: ({ tipo }) => textos.tipos[tipo], ancho: '10rem' },
  {
    id: 'bomba',
    titulo: titulos.bomba,
    valor: (fila) => (fila.bomba_id === null ? null : nombreDe(fila.bomba_id)),
    ancho: '12rem',
  },
  {
    id: 'switches',
    titulo: titulos.switches,
    valor: ({ switches }) => switches.map(nombreDe).join(', '),
    ancho: '19rem',
  },
  {
    id: 'retardos',
    titulo: titulos.retardos,
    valor: (fila) =>
      fila.tipo === 'requiere' ? textos.retardos(fila.retardo_encendido_s, fila.retardo_apagado_s) : textos.sinRetardos,
    ancho: '17.5rem',
  },
];

/** Interlock groups of a company: reached from Switches, since the menu is the spec's. */
export function Component() {
  const seleccion = useEmpresasSeleccion();
  const { data: empresas = [], isSuccess } = seleccion;
  const { params, cambiar } = useDireccion();
  const empresa = empresas.find(({ id }) => String(id) === params.get('empresa')) ?? empresas[0];
  const empresaId = empresa?.id ?? null;
  const grupos = useEnclavamientos(empresaId);
  const switches = useQuery(switchesDeEmpresa(empresaId));

  const opciones = useMemo(
    () => (switches.data ?? []).map(({ id, zona, nombre }) => ({ id, texto: `${zona} - ${nombre}` })),
    [switches.data],
  );
  const columnas = useMemo(() => {
    const nombres = new Map(opciones.map(({ id, texto }) => [id, texto]));
    return columnasDe((id) => nombres.get(id) ?? textos.switchSinNombre(id));
  }, [opciones]);
  const fallo = noLlego(grupos) || noLlego(seleccion);
  const filas = grupos.data ?? (fallo || (isSuccess && !empresa) ? [] : undefined);

  return (
    <ListaEditable
      titulo={textos.titulo}
      sobre={
        <>
          <Text color="fg.muted" maxW="70ch">
            {textos.ayuda}
          </Text>
          <Box maxW={{ sm: '22rem' }}>
            <Campo etiqueta={textos.empresa} deshabilitado={empresas.length === 0}>
              <Selector
                value={empresaId ?? ''}
                onChange={({ target }) => cambiar({ empresa: target.value, pagina: '' }, true)}
              >
                <Opciones de={empresas} />
              </Selector>
            </Campo>
          </Box>
        </>
      }
      de={empresaId}
      nombre="enclavamientos"
      filas={filas}
      columnas={columnas}
      vacio={fallo ? textos.sinFilas : textos.vacio}
      textos={textos}
      creable={empresaId !== null && switches.data !== undefined}
      dialogo={({ registro, guardado, cerrar }) =>
        empresaId !== null && (
          <DialogoEnclavamiento
            uno={registro}
            guardado={guardado}
            empresaId={empresaId}
            switches={opciones}
            onCerrar={cerrar}
          />
        )
      }
    />
  );
}
