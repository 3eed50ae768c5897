import type { UsuarioGuardar } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { CampoMultiple } from '../../../components/form/multi-field.js';
import { useAsignables } from '../api/options.js';
import { textos } from '../textos.js';

/** What the user may see and operate, of the company chosen in the form. */
export function Asignados({ form: { control } }: { form: UseFormReturn<UsuarioGuardar> }) {
  const empresa_id = useWatch({ control, name: 'empresa_id' });
  const { dispositivos, switches, cargando, fallo } = useAsignables(empresa_id);
  const deshabilitado = empresa_id === null || cargando;
  const sinOpciones = empresa_id === null ? textos.elegirEmpresaAntes : cargando ? textos.cargando : undefined;
  return (
    <>
      <CampoMultiple
        control={control}
        nombre="dispositivos"
        etiqueta={textos.campos.dispositivos}
        opciones={dispositivos}
        deshabilitado={deshabilitado}
        sinOpciones={sinOpciones}
      />
      <CampoMultiple
        control={control}
        nombre="switches"
        etiqueta={textos.campos.switches}
        opciones={switches}
        deshabilitado={deshabilitado}
        sinOpciones={sinOpciones}
      />
      {fallo && <Text color="fg.warning">{textos.sinListas}</Text>}
    </>
  );
}
