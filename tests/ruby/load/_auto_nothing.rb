$auto_nothing = true
