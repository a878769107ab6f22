vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, { pattern = "*.chat", command = "setfiletype chat" })
