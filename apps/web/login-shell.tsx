import { ChakraProvider } from '@chakra-ui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { system } from './src/app/theme/system.js';
import { LoginView } from './src/features/session/components/login-view.js';
import { texts } from './src/features/session/textos.js';
import { PRODUCT } from './src/lib/title.js';

const SHEETS = /<style[^>]*>.*?<\/style>/gs;
/** Those of classes; the global ones are the theme's sheet. */
const OF_CLASSES = /<style data-emotion="css (?!global)[^>]*>(.*?)<\/style>/gs;

/** The login as React draws it first, for the shell of index.html: its HTML, and the rules of its classes. */
export function loginShell(): { html: string; css: string } {
  const page = renderToStaticMarkup(
    <ChakraProvider value={system}>
      <LoginView
        picture={<div className="casco-lamina" />}
        brand={
          <div className="logo" data-size="lg">
            <svg width={44} height={44} aria-hidden>
              <use href="#casco-signo" />
            </svg>
            <p>{PRODUCT}</p>
          </div>
        }
      />
    </ChakraProvider>,
  );
  const rules = [...page.matchAll(OF_CLASSES)].map(([, rule]) => rule);
  // A form of a dialog that is none sends nothing by itself: no password in an address, whatever happens to the code.
  const html = page.replaceAll(SHEETS, '').replace('<form', `<form method="dialog" data-entrando="${texts.loggingIn}"`);
  return { html, css: rules.join('') };
}
