"""Services that every game uses: settings, storage, running matches, pictures, languages."""
