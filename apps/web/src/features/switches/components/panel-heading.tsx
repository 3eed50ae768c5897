import type { EmpresaOpcion, Placa } from '@acequia/contracts';
import { Input, SimpleGrid } from '@chakra-ui/react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Campo, comoNumero } from '../../../components/form/fields.js';
import { leerUsuario } from '../../../lib/session.js';
import { contar, individualNuevo, MAXIMO_DE_SWITCHES, parNuevo, type Panel } from '../lib/panel-form.js';
import { textos } from '../textos.js';

const { campos } = textos;
const LISTA_DE_PLACAS = 'placas-de-la-empresa';

interface Props {
  empresa: EmpresaOpcion;
  placas: readonly Placa[] | undefined;
  /** One switch is edited: there is nothing to count. */
  editando: boolean;
}

/** Company, board, site, and how many blocks follow (SWI-4). */
export function CabeceraPanel({ empresa, placas, editando }: Props) {
  const { register, control, getValues, setValue, formState } = useFormContext<Panel>();
  const { errors } = formState;
  const placa = useWatch({ control, name: 'dispositivo_id' });

  /** Blocks that are counted in exist before they are drawn; those that are counted out keep what was typed. */
  const asegurarBloques = (lista: 'pares' | 'individuales', texto: string) => {
    const sitio = getValues('sitio');
    const cuantos = Math.min(contar(texto), MAXIMO_DE_SWITCHES);
    const faltan = cuantos - getValues(lista).length;
    if (faltan <= 0) return;
    if (lista === 'pares')
      setValue('pares', [...getValues('pares'), ...Array.from({ length: faltan }, () => parNuevo(sitio))]);
    else
      setValue('individuales', [
        ...getValues('individuales'),
        ...Array.from({ length: faltan }, () => individualNuevo(sitio)),
      ]);
  };
  /** Blocks whose site was never typed follow the header's. */
  const propagarSitio = (nuevo: string) => {
    const previo = getValues('sitio');
    for (const lista of ['pares', 'individuales'] as const)
      getValues(lista).forEach(({ zona }, i) => {
        if (zona === '' || zona === previo) setValue(`${lista}.${i}.zona`, nuevo, { shouldDirty: true });
      });
  };
  const cuenta = (nombre: 'n_pares' | 'n_individuales', lista: 'pares' | 'individuales') => {
    const { onChange, ...resto } = register(nombre);
    return (
      <Input
        {...resto}
        type="number"
        min="0"
        max={MAXIMO_DE_SWITCHES}
        step="1"
        inputMode="numeric"
        disabled={editando}
        onChange={(evento) => {
          asegurarBloques(lista, evento.target.value);
          void onChange(evento);
        }}
      />
    );
  };
  const sitio = register('sitio');

  return (
    <SimpleGrid columns={{ base: 1, sm: 2, md: 3 }} gap="4" alignItems="start">
      <Campo etiqueta={campos.empresa}>
        <Input value={empresa.nombre} disabled readOnly />
      </Campo>
      <Campo
        etiqueta={campos.dispositivo}
        error={errors.dispositivo_id}
        requerido
        ayuda={placas && placa ? notaDePlaca(placas, empresa.id, placa) : null}
      >
        <Input
          {...register('dispositivo_id', comoNumero)}
          type="number"
          min="1"
          step="1"
          inputMode="numeric"
          list={LISTA_DE_PLACAS}
          autoComplete="off"
        />
        <datalist id={LISTA_DE_PLACAS}>
          {placas
            ?.filter(({ empresa_id }) => empresa_id === empresa.id)
            .map(({ id, nombre }) => (
              <option key={id} value={id} label={nombre || undefined} />
            ))}
        </datalist>
      </Campo>
      <Campo etiqueta={campos.sitio}>
        <Input
          {...sitio}
          autoComplete="off"
          onChange={(evento) => {
            propagarSitio(evento.target.value);
            void sitio.onChange(evento);
          }}
        />
      </Campo>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="end" gridColumn={{ sm: '1 / -1' }}>
        <Campo etiqueta={campos.pares} error={errors.n_pares}>
          {cuenta('n_pares', 'pares')}
        </Campo>
        <Campo etiqueta={campos.individuales} error={errors.n_individuales}>
          {cuenta('n_individuales', 'individuales')}
        </Campo>
      </SimpleGrid>
    </SimpleGrid>
  );
}

function notaDePlaca(placas: readonly Placa[], empresaId: number, numero: number): string {
  const placa = placas.find(({ id }) => id === numero);
  if (placa?.empresa_id === empresaId) return textos.placa.conocida(placa.switches);
  if (leerUsuario()?.rol !== 'admin_global') return textos.placa.ajena;
  // An admin_global registers a board by typing its number (DEC-5); a foreign one is refused by the server.
  return placa ? textos.placa.deOtra : textos.placa.nueva;
}
