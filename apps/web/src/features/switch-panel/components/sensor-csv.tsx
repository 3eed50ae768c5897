import { Box, Button, Spinner } from '@chakra-ui/react';
import { useState } from 'react';
import { DownloadProgress } from '../../../components/download-progress.js';
import { DownloadIcon } from '../../../components/icons.js';
import { useDownload } from '../../../lib/http/use-download.js';
import { useServerThere } from '../../../lib/live/live.js';
import type { Days } from '../../../entities/switch/who/pieces.js';
import { texts } from '../textos.js';

interface Props {
  /** Whose sensor; undefined = not chosen yet. */
  switchId: number | undefined;
  /** Without: all that is kept. */
  days?: Days;
}

/** The readings of a sensor, or of its whole site, as a file. */
export function SensorCsv({ switchId, days }: Props) {
  const connected = useServerThere();
  const download = useDownload('historial.csv_sensores');
  const [formato, setFormat] = useState<'largo' | 'ancho'>('largo');
  const downloadAs = (which: typeof formato): void => {
    setFormat(which);
    const what = which === 'ancho' ? 'sitio' : 'switch';
    const query = { switch_id: String(switchId), ...(which === 'ancho' && { formato: which }), ...days };
    void download.download({ query }, `temp_hum_${what}_${switchId}.csv`);
  };
  return (
    <>
      {(['largo', 'ancho'] as const).map((which) => (
        <Button
          key={which}
          variant="outline"
          title={texts.csvHelp[which]}
          onClick={() => downloadAs(which)}
          disabled={switchId === undefined || !connected || download.downloading}
        >
          {download.downloading && formato === which ? <Spinner size="sm" /> : <DownloadIcon />} {texts.csv[which]}
        </Button>
      ))}
      <Box flexBasis="full" _empty={{ display: 'none' }}>
        <DownloadProgress {...download} />
      </Box>
    </>
  );
}
